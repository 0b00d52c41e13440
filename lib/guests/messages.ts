/** Sentences of spec sections 5 and 8 that both the server and a screen say. */
export const GUEST_MESSAGES = {
  nameMissing: 'Ispunite polja ime i prezime!',
  unknownCode:
    'QR kod i konfirmacijski kod su okej, ali kod nije u bazi podataka, pokušajte ponovno očitati kod, ili manualno unesite ime',
  invalidCode:
    'QR kod je očitan, ali ne sadrži kod za potvrdu koji bi trebao sadržavati, pokušajte ponovno očitati kod, ili manualno unesite ime',
  unknownError: 'Dogodila se nepoznata greška, javite se administratoru',
  ticketReturned: 'Karta s ovim kodom je poništena i više ne vrijedi za ulaz.',
  searchNeeded: 'Upišite ime, prezime ili kod gosta kojeg tražite.',
}

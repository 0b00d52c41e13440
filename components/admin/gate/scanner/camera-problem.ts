import type { ScannerErrorKind } from '@yudiel/react-qr-scanner'

const SENTENCES: Partial<Record<ScannerErrorKind, string>> = {
  'permission-denied':
    'Kamera je blokirana. Dodirnite ikonu pokraj adrese stranice, dopustite kameru i pokušajte ponovno.',
  security:
    'Kamera je blokirana. Dodirnite ikonu pokraj adrese stranice, dopustite kameru i pokušajte ponovno.',
  'no-camera': 'Na ovom uređaju nema kamere. Potražite gosta po imenu ili upišite kod s karte.',
  'in-use': 'Kameru koristi druga aplikacija. Zatvorite je i pokušajte ponovno.',
  aborted: 'Kameru koristi druga aplikacija. Zatvorite je i pokušajte ponovno.',
  'insecure-context':
    'Kamera radi samo preko sigurne veze. Otvorite stranicu na adresi koja počinje s https://.',
  unsupported:
    'Ovaj preglednik ne može koristiti kameru. Otvorite stranicu u Chromeu ili Safariju.',
}

/** What a volunteer does when the camera does not start. */
export const cameraProblem = (kind: ScannerErrorKind) =>
  SENTENCES[kind] ?? 'Kamera se nije pokrenula. Pokušajte ponovno ili potražite gosta po imenu.'

export const DECODER_PROBLEM =
  'Čitač kodova se nije učitao. Provjerite mrežu i pokušajte ponovno, ili potražite gosta po imenu.'

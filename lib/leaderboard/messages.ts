export const LEADERBOARD_MESSAGES = {
  impossible: 'Takav rezultat nije moguć.',
  noProof:
    'Rezultat se prima samo uz potvrdu odigrane igre: zatražite je na početku igre pozivom /gameLeaderboard/start/.',
  badProof: 'Potvrda odigrane igre nije ispravna ili je istekla.',
  tooFast: 'Igra nije mogla trajati toliko dugo.',
  used: 'S ovom je potvrdom već upisan drugi rezultat.',
  notThere: 'Rezultat ne postoji ili je obrisan.',
}

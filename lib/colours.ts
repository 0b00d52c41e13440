/** The poster's colours for what no style sheet reaches: drawings of the server, mails, phones. */
export const INK = '#0b0e1c'
export const PAPER = '#f5f0e3'
export const SIGNAL = '#e4ff3a'
export const EMBER = '#ff6a3d'

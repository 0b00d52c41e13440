import type { CSSProperties } from 'react'
import { EMBER, INK, PAPER, SIGNAL } from '@/lib/text/colours'

/**
 * Text colour for less important text. All styles of mails are inline and limited to what mail
 * readers support.
 */
export const PAPER_2 = '#c9c4b6'

export const PHONE = `@media (max-width:480px){.pad{padding-left:16px!important;padding-right:16px!important}\
.plate{padding-left:12px!important;padding-right:12px!important}.title{font-size:42px!important}}`

/** Narrow heavy system fonts; mail readers load no web fonts. */
const DISPLAY: CSSProperties = {
  fontFamily: "HelveticaNeue-CondensedBlack,'Roboto Condensed','Arial Narrow',Arial,sans-serif",
  fontWeight: 900,
  textTransform: 'uppercase',
}
const TEXT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** Splits a typed text into paragraphs at blank lines. */
export const paragraphs = (text: string) =>
  text
    .split(/\n\s*\n/)
    .map((paragraph, id) => ({ id, paragraph: paragraph.trim() }))
    .filter(({ paragraph }) => paragraph !== '')

export const underline = { textDecoration: 'underline' }
export const body: CSSProperties = { margin: 0, padding: 0, backgroundColor: INK, fontFamily: TEXT }
export const page: CSSProperties = { maxWidth: 600, width: '100%', backgroundColor: INK }
export const bar: CSSProperties = { height: 8, backgroundColor: SIGNAL, fontSize: 0, lineHeight: 0 }
export const wordmark: CSSProperties = {
  ...DISPLAY,
  margin: 0,
  color: PAPER,
  fontSize: 26,
  lineHeight: '34px',
  overflowWrap: 'anywhere',
}
export const chip: CSSProperties = { padding: '1px 8px', backgroundColor: SIGNAL, color: INK }
export const title: CSSProperties = {
  ...DISPLAY,
  margin: '40px 0 0',
  color: PAPER,
  fontSize: 62,
  lineHeight: '1',
  letterSpacing: '-0.03em',
}
export const lead: CSSProperties = {
  margin: '16px 0 28px',
  color: PAPER_2,
  fontSize: 17,
  lineHeight: '26px',
}
export const ticketStub: CSSProperties = {
  ...DISPLAY,
  padding: '18px 20px 4px',
  backgroundColor: EMBER,
  borderRadius: '14px 14px 0 0',
  color: INK,
  fontSize: 20,
  lineHeight: '26px',
  textAlign: 'center',
  letterSpacing: '0.02em',
}
export const ticketPunch: CSSProperties = {
  width: 12,
  height: 24,
  backgroundColor: INK,
  fontSize: 0,
}
export const ticketTear: CSSProperties = { height: 0, borderTop: `2px dashed ${INK}`, fontSize: 0 }
export const namePlate: CSSProperties = { padding: '22px 24px 28px', textAlign: 'center' }
export const small: CSSProperties = {
  margin: 0,
  color: '#5a5546',
  fontSize: 14,
  lineHeight: '20px',
}
export const name: CSSProperties = {
  margin: '0 0 18px',
  color: INK,
  fontSize: 26,
  fontWeight: 800,
  lineHeight: '32px',
  overflowWrap: 'anywhere',
}
export const picture: CSSProperties = {
  display: 'block',
  width: 264,
  maxWidth: '100%',
  height: 'auto',
  margin: '0 auto',
  backgroundColor: '#ffffff',
  color: '#000000',
  fontSize: 15,
  borderRadius: 8,
}
export const code: CSSProperties = {
  margin: 0,
  color: INK,
  fontFamily: "Menlo,Consolas,'Courier New',monospace",
  fontSize: 13,
  fontWeight: 700,
  lineHeight: '22px',
  overflowWrap: 'anywhere',
}
export const section: CSSProperties = {
  ...DISPLAY,
  margin: '0 0 8px',
  color: PAPER,
  fontSize: 26,
  lineHeight: '34px',
}
export const numeral: CSSProperties = {
  ...DISPLAY,
  width: 44,
  padding: '8px 0',
  color: SIGNAL,
  fontSize: 32,
  lineHeight: '38px',
  verticalAlign: 'top',
}
export const step: CSSProperties = {
  padding: '12px 0 8px',
  color: PAPER_2,
  fontSize: 16,
  lineHeight: '24px',
  verticalAlign: 'top',
}
export const question: CSSProperties = { margin: 0, color: PAPER, fontSize: 16, lineHeight: '24px' }
export const footer: CSSProperties = {
  margin: '20px 0 0',
  paddingTop: 16,
  borderTop: '1px solid #262d4d',
  color: PAPER_2,
  fontSize: 13,
  lineHeight: '21px',
}
/** Style of a heading of any length, such as the subject of a message. */
export const headline: CSSProperties = {
  ...DISPLAY,
  margin: '36px 0 0',
  color: PAPER,
  fontSize: 40,
  lineHeight: '1.08',
  letterSpacing: '-0.02em',
  overflowWrap: 'anywhere',
  textWrap: 'balance',
}
export const quote: CSSProperties = {
  margin: '0 0 16px',
  color: PAPER,
  fontSize: 17,
  lineHeight: '27px',
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
}
export const button: CSSProperties = {
  ...DISPLAY,
  display: 'inline-block',
  padding: '14px 26px',
  backgroundColor: SIGNAL,
  borderRadius: 8,
  color: INK,
  fontSize: 20,
  lineHeight: '26px',
  textDecoration: 'none',
}

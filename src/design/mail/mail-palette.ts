// Mail programs know neither custom properties nor oklch: the same papers as tokens.css, in hex.
export const mailInk = '#151410'
export const mailPaper = '#f6f4ee'
export const mailWall = '#dcd9d1'
export const mailLine = '#d3cfc4'
export const mailMuted = '#57544c'

export const mailStocks = {
  yellow: '#ecf241',
  pink: '#fd9bc4',
  orange: '#ff9d42',
  mint: '#6ce7a0',
  sky: '#84d1f5',
  lilac: '#cbb1fb',
  coral: '#fe816c',
  bone: '#ebe6d7',
} as const

export type MailStock = keyof typeof mailStocks

export const mailFont = "'Mona Sans', Arial, sans-serif"

// Email programs know neither custom properties nor oklch. The papers are in design/stock.ts.
export const mailInk = '#151410'
export const mailPaper = '#f5f3ee'
export const mailWall = '#dcd9d1'
export const mailLine = '#d3cfc4'
export const mailMuted = '#57544c'

export const mailFont = "'Mona Sans', Arial, sans-serif"

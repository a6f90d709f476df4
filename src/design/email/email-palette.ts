// Colors as hex values, because email programs support neither custom properties nor oklch. Paper colors are in
// design/stock.ts.
export const emailInk = '#151410'
export const emailPaper = '#f5f3ee'
export const emailWall = '#dcd9d1'
export const emailLine = '#d3cfc4'
export const emailMuted = '#57544c'

export const emailFont = "'Mona Sans', Arial, sans-serif"

import { fontPreload } from '~/design/fonts'
import { MARK_PATHS, MARK_SIZE } from '~/design/mark-paths'
import { escapeHtml } from '~/lib/escape-html'
import { pageTitle } from '~/lib/page-title'

type Consent = {
  provider: string
  account: string
  address: string
  siteName: string
  /** The theme that the visitor chose; undefined follows the device. */
  theme: 'light' | 'dark' | undefined
}

/** Renders a page without script in the style of the sign-in pages. The auth service shows it itself, because the visitor may have no session here. */
export function renderConsent({ provider, account, address, siteName, theme }: Consent): string {
  const [to, accountName, name] = [provider, account, siteName].map(escapeHtml)
  return `<!doctype html>
<html lang="en"${theme === undefined ? '' : ` style="color-scheme: ${theme}"`}>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(pageTitle(`Link ${provider}`, siteName))}</title>
<style>${style}</style>
<header>
<p class="logo">${mark}<span>${name}</span></p>
<div class="record">${record}</div>
<p class="poster">Two doors,<br>one name<br>on the list.</p>
</header>
<main>
<h1>Link ${to} to this account?</h1>
<p class="whose">${accountName}</p>
<p>Anyone who can sign in to your ${to} account will also be able to sign in to this account. Continue only if this account is yours and you just requested this. Otherwise, close this page.</p>
<p><a href="${escapeHtml(address)}" rel="noreferrer">Link ${to}</a></p>
</main>
</html>
`
}

const mark = `<svg viewBox="0 0 ${MARK_SIZE} ${MARK_SIZE}" aria-hidden="true">${MARK_PATHS.map((half) => `<path fill="currentColor" d="${half}"/>`).join('')}</svg>`

const rings = 16
const band = 430 / (rings * 2)
const drawDiscs = (x: number, y: number) =>
  Array.from(
    { length: rings },
    (_, ring) => `<circle cx="${x}" cy="${y}" r="${430 - (ring * 2 + 0.5) * band}"/>`,
  ).join('')
/** The logo as a picture, as on the posters of the other pages: each half is clipped at the edge of its part. */
const drawHalf = (x: number, discX: number, discY: number) =>
  `<svg x="${x}" y="-70" width="450" height="1040">${drawDiscs(discX, discY + 70)}</svg>`
const record = `<svg viewBox="0 0 900 900" fill="none" stroke="currentColor" stroke-width="${band}" aria-hidden="true">${drawHalf(0, 450, 360)}${drawHalf(450, 0, 540)}</svg>`

/** The colors of tokens.css, copied because the page loads only the font. */
const style = `
@font-face { font-family: "Mona Sans Variable"; src: url("${fontPreload.href}") format("woff2"); font-weight: 200 900; font-stretch: 75% 125%; font-display: swap }
:root { color-scheme: light dark; --ink: oklch(.19 .008 85); --paper: oklch(.965 .008 95); --yellow: oklch(.926 .186 111); --orange: oklch(.785 .156 59);
  --text: light-dark(var(--ink), var(--paper)); --text-2: light-dark(oklch(.4 .01 85), oklch(.795 .01 92)) }
* { box-sizing: border-box; margin: 0 }
body { min-height: 100vh; display: grid; grid-template-columns: 1.1fr 1fr; background: light-dark(oklch(.966 .006 95), oklch(.168 .004 85)); color: var(--text-2);
  font: 420 .9375rem/1.5 "Mona Sans Variable", ui-sans-serif, system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif; overflow-wrap: anywhere }
header { position: relative; overflow: hidden; display: flex; flex-direction: column; justify-content: space-between; padding: 1.25rem 2.5rem 2.5rem; background: var(--orange); color: var(--ink) }
.logo { position: relative; display: flex; align-items: center; gap: .625rem; max-width: 13rem; font-size: 1.0625rem; line-height: 1.15; font-weight: 760; font-stretch: 112%; letter-spacing: -.025em }
.logo svg { flex: none; width: 1.75rem }
.record { position: absolute; width: 44rem; left: 13rem; top: -3.5rem }
.record > svg { display: block; overflow: visible }
.poster { position: relative; font-size: clamp(2.5rem, 4.6vw, 4.5rem); line-height: .92; font-weight: 800; font-stretch: 116%; letter-spacing: -.035em }
main { align-self: center; justify-self: center; width: min(25rem, 100% - 5rem); padding-block: 2.5rem; display: grid; gap: 1.25rem }
h1 { color: var(--text); font-size: clamp(1.875rem, 1.6rem + 1.2vw, 2.5rem); line-height: 1.06; font-weight: 720; font-stretch: 110%; letter-spacing: -.02em; text-wrap: balance }
.whose { padding-block: .75rem; border-block: 1px solid light-dark(oklch(.868 .01 95), oklch(.315 .007 85)); color: var(--text); font-weight: 620 }
a { display: block; padding: .8125rem 1.625rem; border-radius: 99px; background: light-dark(var(--ink), var(--yellow)); color: light-dark(var(--paper), var(--ink)); font-size: 1.0625rem; font-weight: 640; font-stretch: 102%; text-align: center; text-decoration: none }
a:focus-visible { outline: 2px solid light-dark(var(--ink), var(--yellow)); outline-offset: 2px }
@media (min-width: 48em) and (max-width: 63.9375em) and (min-height: 50em) {
  .record { width: 32rem; left: calc(72% - 16rem); top: 4.5rem }
}
@media (max-width: 47.9375em) {
  body { grid-template: auto 1fr / 1fr }
  header { min-height: 9.5rem; padding: 1rem }
  .logo { max-width: 48% }
  .record { width: 24rem; left: 12rem; top: -5rem }
  .poster { display: none }
  main { align-self: start; width: 100%; padding: 2rem 1rem }
}
`

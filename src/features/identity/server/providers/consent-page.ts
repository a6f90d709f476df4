import { escapeHtml } from '~/lib/escape-html'

/** A page without script, shown by the auth service itself: whoever arrives may have no session here at all. */
export function renderConsent({
  provider,
  account,
  address,
}: {
  provider: string
  account: string
  address: string
}): string {
  const [to, whose] = [escapeHtml(provider), escapeHtml(account)]
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Link ${to}</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { max-width: 28rem; margin: 12vh auto; padding: 0 1.25rem; overflow-wrap: anywhere }
h1 { font-size: 1.375rem; line-height: 1.25 }
a.go { display: inline-block; padding: .625rem 1.25rem; border-radius: .5rem; background: CanvasText; color: Canvas; font-weight: 600; text-decoration: none }
a.go:focus-visible { outline: 3px solid Highlight; outline-offset: 3px }
</style>
<main>
<h1>Link ${to} to this account?</h1>
<p><strong>${whose}</strong></p>
<p>From then on, whoever signs in with your ${to} account enters this account. Go on only if it is yours and you asked for this just now; otherwise close this page.</p>
<p><a class="go" href="${escapeHtml(address)}" rel="noreferrer">Link ${to}</a></p>
</main>
</html>
`
}

import { type HttpResponse, createHtmlResponse, createErrorResponse } from '~/platform/http/http-response'
import { escapeHtml } from '~/lib/escape-html'
import type { StoredEmail, Mailbox } from './mailbox'

/**
 * Returns a page of the demo's mailbox: /dev/mail, /dev/mail/{id}, the HTML at /dev/mail/{id}/html or an attachment.
 * Undefined for any other path.
 */
export async function findEmailPage(mailbox: Mailbox, path: string): Promise<HttpResponse | undefined> {
  const [, dev, email, id, part, index, ...rest] = path.split('/')
  if (dev !== 'dev' || email !== 'mail' || rest.length > 0) return undefined
  if (id === undefined || id === '') return createHtmlResponse(200, renderList(await mailbox.list()))
  const found = await mailbox.find(id)
  if (!found) return createErrorResponse(404, 'NOT_FOUND', 'This email doesn’t exist. Go back to /dev/mail.')
  if (part === undefined) return createHtmlResponse(200, renderEmail(found))
  if (part === 'html' && index === undefined) return createHtmlPart(found)
  if (part === 'attachments') return createAttachmentResponse(found, Number(index))
  return undefined
}

// The email's HTML can't run scripts. It is shown in a frame, but its links open in the whole tab.
function createHtmlPart({ html }: StoredEmail): HttpResponse {
  const response = createHtmlResponse(
    200,
    html.includes('<head>') ? html.replace('<head>', `<head>${base}`) : base + html,
  )
  response.headers['content-security-policy'] =
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data: http: https:; font-src 'self'; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation allow-popups allow-popups-to-escape-sandbox"
  return response
}
const base = '<base target="_top">'

function createAttachmentResponse(email: StoredEmail, index: number): HttpResponse {
  const file = email.attachments?.[index]
  if (!file) return createErrorResponse(404, 'NOT_FOUND', 'This email has no such attachment.')
  const name = encodeURIComponent(file.filename)
  const headers = {
    'content-type': file.contentType,
    'content-disposition': `attachment; filename*=UTF-8''${name}`,
  }
  return { status: 200, headers, body: file.content }
}

function renderList(emails: readonly StoredEmail[]): string {
  const rows = emails.map(
    (email) =>
      `<li><a href="/dev/mail/${email.id}"><b>${escapeHtml(email.subject)}</b></a><span>${formatRecipientLabel(email)} ${escapeHtml(email.to)}</span>${renderTime(email)}</li>`,
  )
  const empty = '<p>No emails yet. Sign up or buy a ticket, then reload this page.</p>'
  return renderPage(
    'Mailbox',
    `<p class="back"><a href="/">Back to the site</a></p><h1>Mailbox</h1><p>This demo sends no emails or text messages. They appear here instead.</p>${rows.length > 0 ? `<ol>${rows.join('')}</ol>` : empty}`,
  )
}

const back = '<p class="back"><a href="/dev/mail">Back to the mailbox</a></p>'

function formatRecipientLabel({ channel }: StoredEmail): string {
  if (channel === undefined) return 'To'
  return channel === 'whatsapp' ? 'WhatsApp message to' : 'Text message to'
}

function renderEmail(email: StoredEmail): string {
  if (email.channel !== undefined)
    return renderPage(
      email.subject,
      `${back}<h1>${formatRecipientLabel(email)} ${escapeHtml(email.to)}</h1><p>${renderTime(email)}</p><pre class="words">${escapeHtml(email.text)}</pre>`,
    )
  const files = (email.attachments ?? []).map(
    (file, index) =>
      `<li><a href="/dev/mail/${email.id}/attachments/${index}" download>${escapeHtml(file.filename)}</a> <span>${Math.ceil(file.content.length / 1024)} kB</span></li>`,
  )
  const attachments = files.length > 0 ? `<h2>Attachments</h2><ul class="files">${files.join('')}</ul>` : ''
  const from =
    email.from === undefined
      ? ''
      : `From ${escapeHtml(email.from.name)} &lt;${escapeHtml(email.from.address)}&gt;. `
  const headers = Object.entries(email.headers ?? {})
    .map(([name, value]) => `<p>${escapeHtml(name)}: ${escapeHtml(value)}</p>`)
    .join('')
  return renderPage(
    email.subject,
    `${back}<h1>${escapeHtml(email.subject)}</h1><p>${from}To ${escapeHtml(email.to)}, ${renderTime(email)}</p>${headers}${attachments}
<iframe title="The email" src="/dev/mail/${email.id}/html"></iframe><p class="back"><a href="/dev/mail/${email.id}/html">Open only the email</a></p><details><summary>Text</summary><pre>${escapeHtml(email.text)}</pre></details>`,
  )
}

function renderTime({ sentAt: at }: StoredEmail): string {
  return `<time datetime="${at}">${at.slice(0, 19).replace('T', ' ')} UTC</time>`
}

function renderPage(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="/favicon.svg"><title>${escapeHtml(title)}</title>
<style>${style}</style></head><body><main>${body}</main></body></html>`
}

// The product's colors are copied, because this page must work even if the rest of the site fails.
const style = `:root{color-scheme:light dark;--bg:light-dark(#f4f3ef,#100f0d);--text:light-dark(#151410,#f6f4ee);--quiet:light-dark(#57544c,#c1beb7);--line:light-dark(#d3cfc4,#33312d);--hover:light-dark(#eae8e1,#201f1c);font:15px/1.5 Arial,sans-serif;background:var(--bg);color:var(--text)}
body{max-width:56rem;margin:0 auto;padding:2.5rem clamp(1rem,2.8vw,2.5rem) 5rem;overflow-wrap:anywhere}
h1{margin:.5rem 0;font-size:clamp(2rem,1.4rem + 2.6vw,3.5rem);line-height:1;letter-spacing:-.04em}
h2{margin:2rem 0 .5rem;font-size:1.125rem}p{margin:0;color:var(--quiet)}
a{color:inherit}a:focus-visible,summary:focus-visible{outline:2px solid light-dark(#151410,#edf140);outline-offset:2px}
ol,ul{list-style:none;margin:2rem 0 0;padding:0;border-bottom:1px solid var(--line)}ul{margin-top:.5rem}
li{position:relative;display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;align-items:baseline;border-top:1px solid var(--line);padding:1rem 0}
li span,li time{color:var(--quiet);font-size:.8125rem}li time,.files span{margin-left:auto}
ol a{text-decoration:none;flex:1 1 100%;font-size:1.125rem}ol a::after{content:'';position:absolute;inset:0}ol li:hover{background:var(--hover)}
.back{font-weight:bold;font-size:.8125rem}.back a{display:inline-block}.back a,summary{padding:.75rem 0}
iframe{display:block;width:100%;height:75vh;margin-top:2rem;border:1px solid var(--line);background:#fff}
@media(max-width:47.9375em){iframe{height:max(75vh,68rem)}}
summary{width:fit-content;cursor:pointer;font-weight:bold;margin-top:1rem}pre{white-space:pre-wrap;margin:0;font-size:.8125rem;color:var(--quiet)}pre.words{margin-top:2rem;font:inherit;font-size:1.125rem;color:inherit}`

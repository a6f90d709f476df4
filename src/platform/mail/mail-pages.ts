import { type Answer, htmlAnswer, problemAnswer } from '~/platform/http/answer'
import { escapeHtml } from '~/lib/escape-html'
import type { KeptMail, Mailbox } from './mailbox'

/**
 * The mailbox of the demo: /dev/mail, /dev/mail/{id}, its HTML at /dev/mail/{id}/html and its attachments.
 * Undefined for any other path.
 */
export async function findMailPage(mailbox: Mailbox, path: string): Promise<Answer | undefined> {
  const [, dev, mail, id, part, index, ...rest] = path.split('/')
  if (dev !== 'dev' || mail !== 'mail' || rest.length > 0) return undefined
  if (id === undefined || id === '') return htmlAnswer(200, renderList(await mailbox.list()))
  const found = await mailbox.find(id)
  if (!found) return problemAnswer(404, 'NOT_FOUND', 'There is no such mail. Go back to /dev/mail.')
  if (part === undefined) return htmlAnswer(200, renderMail(found))
  if (part === 'html' && index === undefined) return framed(found)
  if (part === 'attachments') return attachment(found, Number(index))
  return undefined
}

// The mail's own HTML gets no script, and links open in place of the mailbox, as they would from a mail program.
function framed({ html }: KeptMail): Answer {
  const answer = htmlAnswer(
    200,
    html.includes('<head>') ? html.replace('<head>', `<head>${base}`) : base + html,
  )
  answer.headers['content-security-policy'] =
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data: http: https:; font-src 'self'; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation allow-popups allow-popups-to-escape-sandbox"
  return answer
}
const base = '<base target="_top">'

function attachment(mail: KeptMail, index: number): Answer {
  const file = mail.attachments?.[index]
  if (!file) return problemAnswer(404, 'NOT_FOUND', 'This mail has no such attachment.')
  const name = encodeURIComponent(file.filename)
  const headers = {
    'content-type': file.contentType,
    'content-disposition': `attachment; filename*=UTF-8''${name}`,
  }
  return { status: 200, headers, body: file.content }
}

function renderList(mails: readonly KeptMail[]): string {
  const rows = mails.map(
    (mail) =>
      `<li><a href="/dev/mail/${mail.id}"><b>${escapeHtml(mail.subject)}</b></a><br>To ${escapeHtml(mail.to)} · <time datetime="${mail.sentAt}">${mail.sentAt.slice(0, 19).replace('T', ' ')} UTC</time></li>`,
  )
  const empty = '<p>No mail yet. Sign up or buy a ticket, then reload this page.</p>'
  return page(
    'Mailbox',
    `<h1>Mailbox</h1><p>This demo sends no mail; it keeps it here.</p>${rows.length > 0 ? `<ol>${rows.join('')}</ol>` : empty}`,
  )
}

function renderMail(mail: KeptMail): string {
  const files = (mail.attachments ?? []).map(
    (file, index) =>
      `<li><a href="/dev/mail/${mail.id}/attachments/${index}" download>${escapeHtml(file.filename)}</a> (${Math.ceil(file.content.length / 1024)} kB)</li>`,
  )
  const attachments = files.length > 0 ? `<h2>Attachments</h2><ul>${files.join('')}</ul>` : ''
  return page(
    mail.subject,
    `<p><a href="/dev/mail">Back to the mailbox</a></p><h1>${escapeHtml(mail.subject)}</h1><p>To ${escapeHtml(mail.to)}</p>${attachments}
<iframe title="The mail" src="/dev/mail/${mail.id}/html"></iframe><details><summary>Text</summary><pre>${escapeHtml(mail.text)}</pre></details>`,
  )
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="/favicon.svg"><title>${escapeHtml(title)}</title>
<style>:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:50rem;margin:0 auto;padding:1.5rem 1rem}li{margin:.75rem 0}iframe{width:100%;height:75vh;border:1px solid #8886;background:#fff}pre{white-space:pre-wrap}</style></head><body><main>${body}</main></body></html>`
}

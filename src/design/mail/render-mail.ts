import { render, toPlainText } from '@react-email/render'
import type { ReactElement } from 'react'

/** Both parts of a mail from one element: the text is what is left of the HTML, links written out. */
export async function renderMail(mail: ReactElement): Promise<{ html: string; text: string }> {
  const html = await render(mail)
  const text = toPlainText(html, {
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'h1', options: { uppercase: false } },
      { selector: '[data-skip-in-text=true]', format: 'skip' },
    ],
  })
  return { html, text }
}

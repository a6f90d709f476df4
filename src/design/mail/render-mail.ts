import { render, toPlainText } from '@react-email/render'
import { createElement, type ReactElement } from 'react'
import { HouseName } from '../house-name'

/**
 * Both parts of a mail from one element: the text is what is left of the HTML, links written out. `house`: as the settings
 * have it, the name stands at the foot.
 */
export async function renderMail(
  mail: ReactElement,
  house: { name: string },
): Promise<{ html: string; text: string }> {
  const html = await render(createElement(HouseName, { value: house.name }, mail))
  const text = toPlainText(html, {
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'h1', options: { uppercase: false } },
      { selector: '[data-skip-in-text=true]', format: 'skip' },
    ],
  })
  return { html, text }
}

import { plainTextSelectors } from '@react-email/render'
import { compile } from 'html-to-text'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { SiteName } from '../site-name'

const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

// Like react-email's `toPlainText`, but compiled once instead of for each email.
const toPlainText = compile({
  wordwrap: false,
  selectors: [
    ...plainTextSelectors,
    { selector: 'img', format: 'skip' },
    { selector: 'h1', options: { uppercase: false } },
    { selector: '[data-skip-in-text=true]', format: 'skip' },
  ],
})

/**
 * Renders both parts of an email from one element; the text is derived from the HTML, with links written out.
 * `site.name` appears in the footer. react-email's `render` streams and takes three times as long.
 */
export async function renderEmail(
  email: ReactElement,
  site: { name: string },
): Promise<{ html: string; text: string }> {
  const markup = renderToStaticMarkup(createElement(SiteName, { value: site.name }, email))
  // React adds preload links for images, which are useless in an email.
  const html = DOCTYPE + markup.replaceAll(/<link rel="preload" as="image"[^>]*>/g, '')
  return { html, text: toPlainText(html) }
}

import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { findScope } from './platform/http/request-scope'

let isInside = false

/**
 * Renders memoized content; see design/memoized-content. A page gets it as bytes, content inside other content as text. React asks
 * for the preload of an eager picture from elsewhere, which belongs into the head of the page: such content is not reused.
 */
export function renderContent(content: ReactElement): (() => string) | undefined {
  const wasInside = isInside
  isInside = true
  let html: string
  try {
    html = renderToString(content)
  } finally {
    isInside = wasInside
  }
  if (html.startsWith('<link')) return undefined
  let bytes: Buffer | undefined
  return () => (isInside ? html : insertBytes(html, (bytes ??= Buffer.from(html))))
}

/**
 * Returns a mark, which `sealScripts` replaces with the bytes: so what is the same in many pages is neither joined to a string nor
 * encoded again. Outside of the rendering of a page it returns the HTML.
 */
function insertBytes(html: string, bytes: Buffer): string {
  const { nonce, inserted } = findScope() ?? {}
  if (nonce === undefined || inserted === undefined) return html
  return `<!--${nonce}:${inserted.push(bytes) - 1}-->`
}

import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { findScope } from './request-scope'

let isInside = false

/**
 * Renders memoized content (see design/memoized-content). A page gets the HTML as bytes, and other memoized content
 * gets it as text. Content with an eager picture from another site isn't reused, because React adds a preload link for
 * it to the page's head.
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
 * Returns a placeholder that `replaceNonceWithHashes` replaces with the bytes, so that HTML shared by many pages is encoded only
 * once. Outside of a page, returns the HTML itself.
 */
function insertBytes(html: string, bytes: Buffer): string {
  const { nonce, inserted } = findScope() ?? {}
  if (nonce === undefined || inserted === undefined) return html
  return `<!--${nonce}:${inserted.push(bytes) - 1}-->`
}

const signs: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/** The words of HTML that our own Markdown made, on one line: it knows no other signs than those four. */
export function htmlText(html: string): string {
  return html
    .replaceAll(/<[^>]*>/gu, ' ')
    .replaceAll(/&(?:lt|gt|quot|amp);/gu, (sign) => signs[sign] ?? sign)
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/ (?=[.,;:!?])/gu, '')
    .trim()
}

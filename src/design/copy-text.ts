/**
 * Copies a text; returns false if the browser doesn't allow it. Call it while handling a press: without permission or
 * HTTPS, it copies by selecting the text, which browsers allow only then.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyWithoutClipboardApi(text)
  }
}

function copyWithoutClipboardApi(text: string): boolean {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.setAttribute('aria-hidden', 'true')
  field.style.cssText = 'position:fixed;inset:0 auto auto 0;opacity:0'
  // Adds the temporary field inside an open dialog, which would take the focus from a field outside of it.
  const place = before?.closest('[role="dialog"]') ?? document.body
  place.append(field)
  field.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  }
}

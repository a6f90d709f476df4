/**
 * Focuses the element returned by `find` once nothing else has focus: the focused element was removed, or its dialog is
 * still closing. If the user has moved the focus by then, it stays there. Returns a function that cancels.
 */
export function focusIfFocusLost(find: () => HTMLElement | null | undefined): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const settle = (triesLeft: number): void => {
    const { activeElement } = document
    if (activeElement?.closest('[role="alertdialog"], [role="dialog"]') && triesLeft > 0)
      timer = setTimeout(settle, 50, triesLeft - 1)
    else if (!activeElement || activeElement === document.body) find()?.focus()
  }
  timer = setTimeout(settle, 0, 20)
  return () => clearTimeout(timer)
}

/** Returns the links and enabled buttons in an element, in document order. */
export function listLinksAndButtons(element: Element): HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>('a[href], button:not(:disabled)')]
}

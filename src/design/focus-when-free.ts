/**
 * Gives the focus to what `find` answers once nothing holds it: what held it is gone, or a dialog that did is still closing.
 * Where somebody has put it meanwhile, it stays. Answers how to give up.
 */
export function focusWhenFree(find: () => HTMLElement | null | undefined): () => void {
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

/** What can be pressed in there, in its order. */
export function controlsOf(element: Element): HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>('a[href], button:not(:disabled)')]
}

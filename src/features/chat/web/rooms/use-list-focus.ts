import { type RefObject, useEffect, useRef } from 'react'

const TRIES = 20
const TRY_MS = 50

/**
 * The row that held the focus is gone with whom it was about: the list (`tabIndex={-1}`) gets it, once the question that
 * took them out has closed. Where somebody has put the focus meanwhile, it stays.
 */
export function useListFocus(list: RefObject<HTMLElement | null>, count: number): void {
  const before = useRef(count)
  useEffect(() => {
    const hasShrunk = count < before.current
    before.current = count
    if (!hasShrunk) return undefined
    let timer: ReturnType<typeof setTimeout>
    const settle = (triesLeft: number): void => {
      const { activeElement } = document
      const isAsking = activeElement?.closest('[role="alertdialog"]')
      if (isAsking && triesLeft > 0) timer = setTimeout(settle, TRY_MS, triesLeft - 1)
      else if (!activeElement || activeElement === document.body) list.current?.focus()
    }
    timer = setTimeout(settle, TRY_MS, TRIES)
    return () => clearTimeout(timer)
  }, [list, count])
}

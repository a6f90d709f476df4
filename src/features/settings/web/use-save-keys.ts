import { useEffect, useEffectEvent } from 'react'

/** Ctrl+S and Cmd+S save what is typed, wherever the focus is, instead of the page as a file. */
export function useSaveKeys(save: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (
      event.key.toLowerCase() !== 's' ||
      event.altKey ||
      event.shiftKey ||
      !(event.ctrlKey || event.metaKey)
    )
      return
    event.preventDefault()
    save()
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [])
}

import { useEffect, useEffectEvent } from 'react'

/** Takes pictures pasted anywhere on the page; pasted text still goes to its field. */
export function useFilePaste(onFile: (file: File) => void): void {
  const take = useEffectEvent(onFile)
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const [file] = event.clipboardData?.files ?? []
      if (!file) return
      event.preventDefault()
      take(file)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
}

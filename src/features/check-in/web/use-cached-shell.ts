import { useEffect } from 'react'
import { keepShell } from './cache-shell'

/** Once the page stands and nobody waits for anything: what it needs to open without a network is put aside. */
export function useKeptShell(eventId: string): void {
  useEffect(() => {
    let isGone = false
    async function keep(): Promise<void> {
      // What comes only when it is wanted would be missing offline. The reader that has to be fetched is wanted where the browser has none.
      const [reader] = await Promise.all([
        'BarcodeDetector' in globalThis ? undefined : import('./wasm-reader'),
        import('~/design/toast-region'),
      ])
      if (!isGone) await keepShell(eventId, reader ? [reader.readerFile] : [])
    }
    const start = () => {
      // The door works all the same while there is a network.
      if (!isGone) keep().catch(() => undefined)
    }
    const timer = setTimeout(start, 500)
    window.addEventListener('online', start)
    return () => {
      isGone = true
      clearTimeout(timer)
      window.removeEventListener('online', start)
    }
  }, [eventId])
}

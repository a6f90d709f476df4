import { Share2 } from 'lucide-react'
import { Button } from '~/design/button'
import { notify } from '~/design/toast'

/** The device's own share sheet where there is one, else the address goes to the clipboard. */
export function ShareButton({ title }: { title: string }) {
  return (
    <Button variant="ghost" size="sm" icon={Share2} onClick={() => void share(title)}>
      Share
    </Button>
  )
}

async function share(title: string): Promise<void> {
  // Without the query: it may hold the tickets somebody has chosen.
  const url = `${window.location.origin}${window.location.pathname}`
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title, url })
      return
    } catch (error) {
      // The person closed the sheet: nothing to say.
      if (error instanceof DOMException && error.name === 'AbortError') return
    }
  }
  try {
    await navigator.clipboard.writeText(url)
    notify.success('Link copied')
  } catch {
    notify.error('The link could not be copied. Copy it from the address bar.')
  }
}

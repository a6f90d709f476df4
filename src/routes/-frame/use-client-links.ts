import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * Plain links inside an element with `data-client-links` lead on inside the page, by one listener for all of them: a
 * router link each, with its own state and effects, would be half the work of rendering a wall of fifty events.
 * Links with `download` or `target`, and clicks that ask for a new tab, are the browser's.
 */
export function useClientLinks(): void {
  const router = useRouter()
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0) return
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const href = link?.getAttribute('href')
      if (!link?.closest('[data-client-links]') || !href?.startsWith('/')) return
      if (link.target || link.hasAttribute('download')) return
      event.preventDefault()
      void router.navigate({ href })
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [router])
}

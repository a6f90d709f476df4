import { useEffect } from 'react'

/**
 * Phones lay their keyboard over the page without making it smaller. While this is mounted, `--keyboard` on the root says
 * how much it takes, so that what stands at the foot stays above it.
 */
export function useKeyboardRoom(): void {
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return undefined
    const root = document.documentElement
    const measure = () => {
      // Zoomed in by two fingers, the view is small without a keyboard.
      const hidden = view.scale > 1.01 ? 0 : Math.round(window.innerHeight - view.height)
      root.style.setProperty('--keyboard', `${Math.max(0, hidden)}px`)
    }
    measure()
    view.addEventListener('resize', measure)
    return () => {
      view.removeEventListener('resize', measure)
      root.style.removeProperty('--keyboard')
    }
  }, [])
}

import type { CSSProperties } from 'react'
import { Toaster as Sonner } from 'sonner'
import { useTheme } from './theme-context'

/** Where `notify` speaks: bottom right, on a phone at the bottom above the bar. Once, in the root, inside ThemeProvider. */
export function Toaster() {
  const { theme } = useTheme()
  return (
    <Sonner
      theme={theme}
      position="bottom-right"
      gap={10}
      expand
      offset={24}
      mobileOffset={{ bottom: 'var(--toast-lift)', left: 16, right: 16 }}
      style={{ '--width': '26rem', fontFamily: 'inherit', zIndex: 'var(--z-toast)' } as CSSProperties}
    />
  )
}

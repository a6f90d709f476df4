import { type CSSProperties, useEffect } from 'react'
import { Toaster as Sonner, toast } from 'sonner'
import { useTheme } from './theme-context'
import { type ToastRenderer, toastLoading } from './toast'
import { ToastCard } from './toast-card'

const shownFor = 5_000

const show: ToastRenderer['show'] = (tone, text, { action, detail, about }) => {
  const duration = tone === 'error' ? Number.POSITIVE_INFINITY : shownFor
  // Shows a toast, or updates the one with this id. sonner pauses its timer on hover only, so focus sets an endless
  // duration.
  const put = (time: number, id?: string | number): string | number =>
    toast.custom(
      (key) => (
        <ToastCard
          tone={tone}
          text={text}
          detail={detail}
          action={action}
          onClose={() => toast.dismiss(key)}
          onPause={() => put(Number.POSITIVE_INFINITY, key)}
          onResume={() => put(duration, key)}
        />
      ),
      { duration: time, ...(id === undefined ? {} : { id }) },
    )
  put(duration, about)
}

const speaker: ToastRenderer = { show, dismiss: (about) => void toast.dismiss(about) }

/** Where toasts appear: at the bottom right, on a phone at the bottom, above any bar there. */
export default function ToastRegion() {
  const { theme } = useTheme()
  // Runs after sonner's own effects, because sonner subscribes to toasts in them.
  useEffect(() => toastLoading.connect(speaker), [])
  return (
    <Sonner
      theme={theme}
      position="bottom-right"
      gap={10}
      expand
      offset={{ bottom: 'var(--toast-rise)', right: 24 }}
      mobileOffset={{ bottom: 'var(--toast-lift)', left: 16, right: 16 }}
      style={{ '--width': '26rem', fontFamily: 'inherit', zIndex: 'var(--z-toast)' } as CSSProperties}
    />
  )
}

import { toast } from 'sonner'
import { ToastCard, type ToastAction, type ToastTone } from './toast-card'

const shownFor = 5_000

function show(tone: ToastTone, text: string, options: { action?: ToastAction | undefined } = {}) {
  const duration = tone === 'error' ? Number.POSITIVE_INFINITY : shownFor
  // sonner pauses on hover by itself; on focus the time is taken away and given back.
  const put = (time: number, id?: string | number): string | number =>
    toast.custom(
      (key) => (
        <ToastCard
          tone={tone}
          text={text}
          action={options.action}
          onClose={() => toast.dismiss(key)}
          onPause={() => put(Number.POSITIVE_INFINITY, key)}
          onResume={() => put(duration, key)}
        />
      ),
      { duration: time, ...(id === undefined ? {} : { id }) },
    )
  return put(duration)
}

type Show = (text: string, options?: { action?: ToastAction | undefined }) => string | number

/** What just happened, in one sentence. 5 seconds; errors stay until closed or until their action is taken. */
export const notify: { success: Show; error: Show; info: Show; dismiss: (id?: string | number) => void } = {
  success: (text, options) => show('success', text, options),
  error: (text, options) => show('error', text, options),
  info: (text, options) => show('info', text, options),
  dismiss: (id) => void toast.dismiss(id),
}

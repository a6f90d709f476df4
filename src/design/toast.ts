import type { ToastAction, ToastTone } from './toast-card'

export type ShowOptions = {
  action?: ToastAction | undefined
  /** The reason, on a second line: usually the server's message. */
  detail?: string | undefined
  /** Identifies the subject: a new toast replaces the previous one with the same value, and `dismiss` removes it. */
  about?: string | undefined
}
export type ToastRenderer = {
  show: (tone: ToastTone, text: string, options: ShowOptions) => void
  dismiss: (about?: string) => void
}

// The toast library is a tenth of a page's scripts and most visits never need it, so the first toast loads it.
let isRequested = false
const listeners = new Set<() => void>()
const { promise: toastRenderer, resolve: setToastRenderer } = Promise.withResolvers<ToastRenderer>()

function setRequested(now: boolean): void {
  isRequested = now
  for (const listener of listeners) listener()
}

function showToast(tone: ToastTone, text: string, options: ShowOptions = {}): void {
  setRequested(true)
  void toastRenderer.then(({ show }) => show(tone, text, options))
}

type Show = (text: string, options?: ShowOptions) => void

/** Shows one sentence about what just happened, for 5 seconds; errors stay until closed or until their action is used. */
export const notify: { success: Show; error: Show; info: Show; dismiss: (about?: string) => void } = {
  success: (text, options) => showToast('success', text, options),
  error: (text, options) => showToast('error', text, options),
  info: (text, options) => showToast('info', text, options),
  dismiss: (about) => void toastRenderer.then(({ dismiss }) => dismiss(about)),
}

/** For the Toaster: whether a toast has been requested yet. */
export const toastLoading = {
  get: (): boolean => isRequested,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  /** Call when the renderer failed to load. The next toast loads it again, and queued toasts are then shown too. */
  reset: (): void => setRequested(false),
  /** Shows the queued toasts once the renderer is ready. */
  connect: setToastRenderer,
}

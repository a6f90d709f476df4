import { copyText } from '~/design/copy-text'
import { notify } from '~/design/toast'

/** Copies the URL of an event with a code filled in. */
export function copyCodeLink(eventId: string, code: string): void {
  const link = `${location.origin}/events/${eventId}?code=${encodeURIComponent(code)}`
  void copyText(link).then((isCopied) =>
    isCopied ? notify.success('Link copied.') : notify.info('Copy this link.', { detail: link }),
  )
}

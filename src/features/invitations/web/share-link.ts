import { notify } from '~/design/toast'
import { copyText } from '~/design/copy-text'
import { toCodePath } from '../rules/code-link'

export async function copyCode(code: string): Promise<void> {
  if (await copyText(code)) notify.success('Code copied to clipboard!')
  else notify.error('Your browser blocked copying', { detail: `The code is ${code}.` })
}

export function toInviteLink(code: string): string {
  return `${window.location.origin}${toCodePath(code, false)}`
}

export async function copyLink(code: string): Promise<void> {
  const link = toInviteLink(code)
  if (await copyText(link)) notify.success('Link copied to clipboard')
  else notify.error('Your browser blocked copying', { detail: `The link is ${link}` })
}

/** Opens the device’s share sheet, or copies the link if there is none. */
export async function shareLink(code: string): Promise<void> {
  if (typeof navigator.share !== 'function') return copyLink(code)
  try {
    await navigator.share({ url: toInviteLink(code), text: 'Your invitation. One person can use it.' })
  } catch (error) {
    // Closing the share sheet is a choice; do not copy the link.
    if (error instanceof DOMException && error.name === 'AbortError') return
    await copyLink(code)
  }
}

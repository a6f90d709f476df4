import { notify } from '~/design/toast'

/** Shows texts that can't be sent because the room is no longer accessible. The toast stays until closed. */
export function notifyUnsent(texts: readonly string[], roomName: string | undefined): void {
  if (texts.length === 0) return
  showUnsentToast(`Your text in ${roomName ?? 'a room that you are no longer in'} wasn’t sent.`, texts)
}

function showUnsentToast(sentence: string, texts: readonly string[]): void {
  notify.error(sentence, { action: { label: 'Copy text', onClick: () => void copyTexts(texts) } })
}

async function copyTexts(texts: readonly string[]): Promise<void> {
  try {
    await navigator.clipboard.writeText(texts.join('\n\n'))
    notify.success('Copied')
  } catch {
    // No permission, or not served over https.
    showUnsentToast('Your browser blocked copying. Allow it and try again.', texts)
  }
}

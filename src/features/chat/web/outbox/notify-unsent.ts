import { notify } from '~/design/toast'

/** Shows texts that can't be sent because the room is no longer accessible. The toast stays until closed. */
export function notifyUnsent(texts: readonly string[], roomName: string | undefined): void {
  if (texts.length === 0) return
  say(`Your text in ${roomName ?? 'a room that you are no longer in'} wasn’t sent.`, texts)
}

function say(sentence: string, texts: readonly string[]): void {
  notify.error(sentence, { action: { label: 'Copy text', onClick: () => void copy(texts) } })
}

async function copy(texts: readonly string[]): Promise<void> {
  try {
    await navigator.clipboard.writeText(texts.join('\n\n'))
    notify.success('Copied')
  } catch {
    // No permission, or not served over https.
    say('Your browser blocked copying. Allow it and try again.', texts)
  }
}

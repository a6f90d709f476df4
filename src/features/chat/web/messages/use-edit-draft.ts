import { useState } from 'react'
import type { ChatMessage } from '../../contract-shapes'
import { createTabTexts } from '../outbox/tab-texts'

// By message: whoever looks into another room meanwhile finds again what they had written.
const drafts = createTabTexts<string>()

/** What one's message is being changed to, how to write on, and how to forget it once it is saved or given up. */
export function useEditDraft({
  id,
  content,
}: ChatMessage): [text: string, setText: (text: string) => void, forget: () => void] {
  const [text, setText] = useState(() => drafts.get(id) ?? content ?? '')
  const change = (next: string) => {
    drafts.set(id, next)
    setText(next)
  }
  return [text, change, () => void drafts.delete(id)]
}

import type { RefObject } from 'react'
import { AVATAR_ACCEPT } from '../../../rules/avatar-limits'

type FileInputProps = {
  label: string
  input: RefObject<HTMLInputElement | null>
  onFile: (file: File) => void
}

/** Unseen: a button presses it. Empties itself, so that the same file can be chosen twice. */
export function FileInput({ label, input, onFile }: FileInputProps) {
  return (
    <input
      ref={input}
      type="file"
      hidden
      accept={AVATAR_ACCEPT}
      aria-label={label}
      onChange={({ target }) => {
        const [file] = target.files ?? []
        target.value = ''
        if (file) onFile(file)
      }}
    />
  )
}

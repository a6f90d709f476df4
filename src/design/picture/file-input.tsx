import type { RefObject } from 'react'
import { PICTURE_ACCEPT } from './picture-file'

type FileInputProps = {
  label: string
  input: RefObject<HTMLInputElement | null>
  onFile: (file: File) => void
}

/** A hidden file input, opened by a button. Clears itself, so the same file can be chosen twice. */
export function FileInput({ label, input, onFile }: FileInputProps) {
  return (
    <input
      ref={input}
      type="file"
      hidden
      accept={PICTURE_ACCEPT}
      aria-label={label}
      onChange={({ target }) => {
        const [file] = target.files ?? []
        target.value = ''
        if (file) onFile(file)
      }}
    />
  )
}

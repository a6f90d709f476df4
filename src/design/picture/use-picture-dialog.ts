import { useState } from 'react'
import { notify } from '../toast'
import { usePart } from '../use-part'
import { useOpenedPicture } from './use-opened-picture'

/**
 * The dialog in which a picture is cropped: fetched once it is wanted, for it weighs more than the form it belongs to and most visits leave
 * the picture alone. `offline` is said when it cannot be fetched.
 */
export function usePictureDialog<Module>(load: () => Promise<Module>, offline: string) {
  const [isOpen, setIsOpen] = useState(false)
  const opened = useOpenedPicture()
  const close = (): void => {
    setIsOpen(false)
    opened.forget()
  }
  const part = usePart(load, isOpen, () => {
    close()
    notify.error(offline)
  })
  return { opened, isOpen, open: () => setIsOpen(true), close, part: isOpen ? part : undefined }
}

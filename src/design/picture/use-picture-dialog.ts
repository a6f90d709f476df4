import { useState } from 'react'
import { notify } from '../toast'
import { useLazyModule } from '../use-lazy-module'
import { useOpenedPicture } from './use-opened-picture'

/**
 * Loads the cropping dialog on first use, because it is large and most visits don't need it. `loadError` is the error
 * shown if loading fails.
 */
export function usePictureDialog<Module>(loadDialog: () => Promise<Module>, loadError: string) {
  const [isOpen, setIsOpen] = useState(false)
  const opened = useOpenedPicture()
  const close = (): void => {
    setIsOpen(false)
    opened.forget()
  }
  const part = useLazyModule(loadDialog, isOpen, () => {
    close()
    notify.error(loadError)
  })
  return { opened, isOpen, open: () => setIsOpen(true), close, part: isOpen ? part : undefined }
}

import type { ComponentProps } from 'react'
import { notify } from '~/design/toast'
import { useLazyModule } from '~/design/use-lazy-module'
import { offlineSentence } from '~/platform/rpc/errors'
import type BookDialog from './book-dialog'

// Most visitors of a page never book: the dialog is loaded on the first press.
export const loadBookDialog = () => import('./book-dialog')

/**
 * Renders the dialog once it is loaded, and nothing on the server. If loading fails, pressing the button again
 * retries.
 */
export function LazyBookDialog(props: ComponentProps<typeof BookDialog>) {
  const part = useLazyModule(loadBookDialog, true, () => {
    notify.error(offlineSentence)
    props.onClose()
  })
  return part && <part.default {...props} />
}

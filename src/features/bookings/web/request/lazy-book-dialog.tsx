import type { ComponentProps } from 'react'
import { notify } from '~/design/toast'
import { usePart } from '~/design/use-part'
import { offlineSentence } from '~/platform/rpc/errors'
import type BookDialog from './book-dialog'

// Most who look at a page ask for nothing: the dialog and its fields come with the first press.
export const loadBookDialog = () => import('./book-dialog')

/** The dialog, once it has come; nothing on the server. When it cannot be fetched, the next press tries again. */
export function LazyBookDialog(props: ComponentProps<typeof BookDialog>) {
  const part = usePart(loadBookDialog, true, () => {
    notify.error(offlineSentence)
    props.onClose()
  })
  return part && <part.default {...props} />
}

import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react'
import { notify } from '~/design/toast'
import type BookDialog from './book-dialog'

// Most who look at a page ask for nothing: the dialog and its fields come with the first press.
export const loadBookDialog = () => import('./book-dialog')

/** The dialog, once it has come; nothing on the server. When it cannot be fetched, the next press tries again. */
export function LazyBookDialog(props: ComponentProps<typeof BookDialog>) {
  const [part, setPart] = useState<{ BookDialog: typeof BookDialog }>()
  const fail = useEffectEvent(() => {
    notify.error('We could not reach the server. Check your connection and try again.')
    props.onClose()
  })
  useEffect(() => {
    loadBookDialog().then((module) => setPart({ BookDialog: module.default }), fail)
  }, [])
  return part && <part.BookDialog {...props} />
}

import type { ComponentProps } from 'react'
import { Dialog } from '~/design/dialog'
import { MemberSearch } from './member-search'

type MemberDialogProps = ComponentProps<typeof MemberSearch> & {
  title: string
  open: boolean
  onOpenChange: (isOpen: boolean) => void
}

export function MemberDialog({ title, open, onOpenChange, ...search }: MemberDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title}>
      <MemberSearch {...search} />
    </Dialog>
  )
}

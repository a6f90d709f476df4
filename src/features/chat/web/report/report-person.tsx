import { type ReactNode, useState } from 'react'
import { notify } from '~/design/toast'
import { useLazyModule } from '~/design/use-lazy-module'
import { offlineSentence } from '~/platform/rpc/errors'

const load = () => import('./report-dialog')

type ReportPersonProps = {
  personId: string
  name: string
  children: (report: () => void) => ReactNode
}

export function ReportPerson({ personId, name, children }: ReportPersonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const part = useLazyModule(load, isOpen, () => {
    setIsOpen(false)
    notify.error(offlineSentence)
  })
  return (
    <>
      {children(() => setIsOpen(true))}
      {isOpen && part && (
        <part.default about={{ kind: 'person', personId, name }} open onClose={() => setIsOpen(false)} />
      )}
    </>
  )
}

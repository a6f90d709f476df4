import { t } from '@lingui/core/macro'
import { Menu } from 'lucide-react'
import { useState } from 'react'
import { buttonClass } from '~/design/button-class'
import { Icon } from '~/design/icon'
import { notify } from '~/design/toast'
import { usePart } from '~/design/use-part'
import type { Me } from '~/features/identity/web/queries'
import { offlineSentence } from '~/platform/rpc/errors'

// A modal weighs a tenth of the page's script and is for phones only: it comes when a finger comes near.
const load = () => import('./nav-drawer')

const preload = () => {
  load().catch(() => undefined)
}

/** Opens the drawer of a phone. */
export function MenuButton({ me, path }: { me: Me | null; path: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const part = usePart(load, isOpen, () => {
    setIsOpen(false)
    notify.error(offlineSentence)
  })
  // A link leads on without a new page, so the drawer has to be closed then.
  const [openedAt, setOpenedAt] = useState(path)
  if (isOpen && openedAt !== path) setIsOpen(false)
  return (
    <>
      <button
        type="button"
        className={buttonClass({ variant: 'ghost', iconOnly: true }, 'phone-only')}
        aria-label={t`Menu`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => {
          setOpenedAt(path)
          setIsOpen(true)
        }}
      >
        <Icon of={Menu} />
      </button>
      {part && <part.NavDrawer me={me} path={path} isOpen={isOpen} onOpenChange={setIsOpen} />}
    </>
  )
}

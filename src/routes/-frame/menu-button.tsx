import { t } from '@lingui/core/macro'
import { Menu } from 'lucide-react'
import { useState } from 'react'
import { buttonClass } from '~/design/button-class'
import { Icon } from '~/design/icon'
import { notify } from '~/design/toast'
import { useLazyModule } from '~/design/use-lazy-module'
import type { Me } from '~/features/identity/web/queries'
import { offlineSentence } from '~/platform/rpc/errors'

// A modal is a tenth of the page's script and only phones need it, so it loads when a touch begins.
const load = () => import('./nav-drawer')

const preload = () => {
  load().catch(() => undefined)
}

export function MenuButton({ me, path }: { me: Me | null; path: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const part = useLazyModule(load, isOpen, () => {
    setIsOpen(false)
    notify.error(offlineSentence)
  })
  // Client-side navigation keeps the page, so the drawer must be closed explicitly.
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

import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { formatCount } from '~/lib/count'
import { classNames } from './class-names'
import styles from './tabs.module.css'
import segments from './segmented-control.module.css'

export type Tab<Value extends string> = { value: Value; label: string; count?: number | undefined }

type TabsProps<Value extends string> = {
  label: string
  tabs: readonly Tab<Value>[]
  value?: Value | undefined
  defaultValue?: Value | undefined
  onValueChange?: ((value: Value) => void) | undefined
  /** `segmented` for two modes of one form (Sign In, Sign Up). */
  look?: 'underline' | 'segmented' | undefined
  full?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

/** Tabs that open with arrow keys; the children hold one `TabPanel` per value. */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const {
    label,
    tabs,
    value,
    defaultValue,
    onValueChange,
    look = 'underline',
    full,
    className,
    children,
  } = props
  const start = defaultValue ?? tabs[0]?.value
  return (
    <Base.Root
      {...(value === undefined ? { defaultValue: start } : { value })}
      onValueChange={(next) => {
        const tab = tabs.find((candidate) => candidate.value === next)
        if (tab) onValueChange?.(tab.value)
      }}
    >
      <Base.List
        aria-label={label}
        activateOnFocus
        className={classNames(
          look === 'segmented' ? segments.segmented : styles.tabs,
          full && segments.full,
          className,
        )}
      >
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value}>
            {tab.label}{' '}
            {tab.count !== undefined && <span className={styles.count}>({formatCount(tab.count)})</span>}
          </Base.Tab>
        ))}
      </Base.List>
      {children}
    </Base.Root>
  )
}

export function TabPanel({
  value,
  className,
  children,
}: {
  value: string
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <Base.Panel value={value} className={className}>
      {children}
    </Base.Panel>
  )
}

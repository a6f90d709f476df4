import { createLink } from '@tanstack/react-router'
import { ArrowLeft, House } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { AnchorButton } from './link-button'
import { classNames } from './class-names'
import { IconLink } from './icon-button'
import styles from './page-head.module.css'

function BackAnchor(props: ComponentProps<'a'>) {
  return <AnchorButton {...props} variant="ghost" size="sm" icon={ArrowLeft} />
}

/** Back link, named by its target: `<BackLink to="/events">Back to Events</BackLink>`. */
export const BackLink = createLink(BackAnchor)

export function BackLinks({ children }: { children: ReactNode }) {
  return <div className={styles.links}>{children}</div>
}

/** Back and Home links above the title. `end` is shown at the right edge (Share). */
export function BackAndHomeLinks({
  children,
  home = true,
  end,
  className,
}: {
  children: ReactNode
  home?: boolean
  end?: ReactNode
  className?: string | undefined
}) {
  return (
    <div className={classNames(styles.above, end !== undefined && 'row between', className)}>
      <nav className={styles.links} aria-label="Back">
        {children}
        {home && <IconLink to="/" size="sm" label="Home" icon={House} />}
      </nav>
      {end}
    </div>
  )
}

type PageHeadProps = {
  title: ReactNode
  lead?: ReactNode | undefined
  actions?: ReactNode | undefined
  /** Size of the title: `display` on the public site, `title` inside the app. */
  size?: 'display' | 'title' | undefined
  className?: string | undefined
}

export function PageHead({ title, lead, actions, size = 'display', className }: PageHeadProps) {
  return (
    <header className={classNames('row between wrap', className)}>
      <div className="stack" style={{ gap: '.5rem' }}>
        <h1 className={size === 'display' ? 'display' : 'title-1'}>{title}</h1>
        {lead && <p className="lead muted">{lead}</p>}
      </div>
      {actions && <div className="row">{actions}</div>}
    </header>
  )
}

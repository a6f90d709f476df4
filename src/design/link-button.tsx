import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { buttonClass, type ButtonAppearance } from './button-class'
import { Icon, type LucideIcon } from './icon'

type AnchorButtonProps = ComponentProps<'a'> & ButtonAppearance & { icon?: LucideIcon | undefined }

/** A plain link that looks like a button: for downloads, other hosts and URLs outside the router. */
export function AnchorButton({ icon, className, children, ...props }: AnchorButtonProps) {
  const { variant, size, full, flush, iconOnly, ...rest } = props
  return (
    <a {...rest} className={buttonClass({ variant, size, full, flush, iconOnly }, className)}>
      {icon && <Icon of={icon} />}
      {children}
    </a>
  )
}

/** A router link that looks like a button, with typed `to`, `params` and `search`. */
export const LinkButton = createLink(AnchorButton)

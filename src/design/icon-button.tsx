import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { Button, type ButtonProps } from './button'
import { buttonClass, type ButtonAppearance } from './button-class'
import { Icon, type LucideIcon } from './icon'
import { Tooltip } from './tooltip'

type IconButtonProps = Omit<
  ButtonProps,
  'icon' | 'iconOnly' | 'children' | 'busy' | 'full' | 'aria-label'
> & {
  label: string
  icon: LucideIcon
  /** False if a visible label is next to the button, or if pressing the button opens something immediately. */
  tooltip?: boolean | undefined
  shortcut?: string | undefined
}

export function IconButton({
  label,
  icon,
  tooltip = true,
  shortcut,
  variant = 'ghost',
  ...rest
}: IconButtonProps) {
  const button = (
    <Button {...rest} variant={variant} iconOnly aria-label={label}>
      <Icon of={icon} />
    </Button>
  )
  return tooltip ? (
    <Tooltip label={shortcut === undefined ? label : `${label} (${shortcut})`}>{button}</Tooltip>
  ) : (
    button
  )
}

type IconAnchorProps = Omit<ComponentProps<'a'>, 'children'> &
  Omit<ButtonAppearance, 'flush' | 'iconOnly'> & { label: string; icon: LucideIcon }

function IconAnchor({ label, icon, variant = 'ghost', size, full, className, ...rest }: IconAnchorProps) {
  return (
    <Tooltip label={label}>
      <a
        {...rest}
        aria-label={label}
        className={buttonClass({ variant, size, full, iconOnly: true }, className)}
      >
        <Icon of={icon} />
      </a>
    </Tooltip>
  )
}

/** A router link drawn as an icon, with an accessible name. */
export const IconLink = createLink(IconAnchor)

import { useSyncExternalStore } from 'react';
import { sending } from './sending.ts';
import type { SendingView } from './sending-view.ts';

/** The sending of this page, as it goes on. */
export const useSending = (): SendingView => useSyncExternalStore(sending.subscribe, sending.view);

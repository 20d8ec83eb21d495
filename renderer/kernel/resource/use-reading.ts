// What reading a resource's values as texts depends on, for components.
import { useMemo } from "react";
import { resourceNamed, rightToSee } from "../../../shared/kernel/registry.ts";
import type { Resource } from "../../../shared/kernel/resource.ts";
import { useResourceWords, useWords } from "../i18n/index.ts";
import { useReplica } from "../replica-hooks.ts";
import { useSession } from "../session/session-store.ts";
import { useFormat } from "../use-format.ts";
import { type NameOf, titleOf } from "./fields.ts";
import type { Reading } from "./kinds/kind.ts";

export function useReading(resource: Resource): Reading {
  const t = useWords();
  const format = useFormat();
  const words = useResourceWords(resource);
  const { records } = useReplica();
  const can = useSession((session) => session.can);
  return useMemo(() => {
    const nameOf: NameOf = (name, id) => {
      const target = resourceNamed(name);
      const record = target?.replica ? records.peek(target.collection, id) : null;
      return target && record ? titleOf(target, record, nameOf) : null;
    };
    const sees = (name: string) => {
      const target = resourceNamed(name);
      return !target || can(rightToSee(target));
    };
    return { t, format, words, nameOf, sees };
  }, [t, format, words, records, can]);
}

extension Migration {
  /// Instants are `timestamptz`, ids 64 random bits in a `bigint`, "no limit" and "no end" null.
  static let v001Tables = Migration(
    version: 1, name: "tables",
    sql: """
      CREATE TABLE apps (
        id bigint PRIMARY KEY,
        name text NOT NULL,
        bundle_id text,
        settings json NOT NULL,
        features json NOT NULL,
        -- AES-256-GCM under a key derived from the master key of that number; the app's id is bound in.
        client_key bytea NOT NULL,
        client_key_master smallint NOT NULL,
        old_client_key bytea,
        old_client_key_master smallint,
        old_client_key_ends_at timestamptz,
        version bigint NOT NULL DEFAULT 1,
        created_at timestamptz NOT NULL,
        CONSTRAINT apps_old_client_key_whole CHECK (
          num_nulls(old_client_key, old_client_key_master, old_client_key_ends_at) IN (0, 3))
      );

      CREATE TABLE licenses (
        id bigint PRIMARY KEY,
        app_id bigint NOT NULL REFERENCES apps (id),
        code text NOT NULL CONSTRAINT licenses_code_unique UNIQUE,
        plan text NOT NULL,
        duration_days integer CHECK (duration_days >= 1),
        expires_at timestamptz,
        allow_devices integer CHECK (allow_devices >= 1),
        activated_at timestamptz,
        disabled_at timestamptz,
        disabled_reason text,
        -- json, not jsonb: the row's MAC covers the text.
        features json NOT NULL,
        remark text,
        order_id text,
        version bigint NOT NULL DEFAULT 1 CHECK (version >= 1),
        row_mac bytea NOT NULL,
        row_mac_key smallint NOT NULL,
        created_at timestamptz NOT NULL,
        created_by text
      ) WITH (fillfactor = 90);
      CREATE INDEX licenses_by_creation ON licenses (created_at, id);
      CREATE INDEX licenses_by_app ON licenses (app_id, created_at, id);
      CREATE INDEX licenses_by_expiry ON licenses (expires_at, id);
      CREATE INDEX licenses_by_activation ON licenses (activated_at, id);

      CREATE TABLE device_bindings (
        id bigint PRIMARY KEY,
        license_id bigint NOT NULL REFERENCES licenses (id),
        device_id text NOT NULL,
        -- Which formula made the device id from its components; null: the app sent it as it is.
        fingerprint_version smallint,
        name text,
        model text,
        system_version text,
        is_simulator boolean,
        is_jailbroken boolean,
        first_seen_at timestamptz NOT NULL,
        last_seen_at timestamptz NOT NULL,
        unbound_at timestamptz,
        unbound_by text,
        version bigint NOT NULL DEFAULT 1 CHECK (version >= 1)
      ) WITH (fillfactor = 80);
      -- Stands behind the licence's row lock, and counts its seats.
      CREATE UNIQUE INDEX device_bindings_seat ON device_bindings (license_id, device_id)
        WHERE unbound_at IS NULL;
      CREATE INDEX device_bindings_by_license ON device_bindings (license_id, first_seen_at, id);

      CREATE TABLE access_tokens (
        binding_id bigint PRIMARY KEY REFERENCES device_bindings (id) ON DELETE CASCADE,
        generation integer NOT NULL CHECK (generation BETWEEN 1 AND 16777215),
        key_number smallint NOT NULL CHECK (key_number BETWEEN 0 AND 255),
        issued_at timestamptz NOT NULL,
        ends_at timestamptz NOT NULL,
        previous_ends_at timestamptz
      ) WITH (fillfactor = 80);

      CREATE TABLE requests (
        request_id bytea PRIMARY KEY CHECK (octet_length(request_id) = 16),
        key_id text,
        nonce text,
        operator text,
        idempotency_key text,
        -- SHA-256 over method, target and body.
        content_hash bytea NOT NULL,
        made_kind text,
        made_ids bigint[] NOT NULL DEFAULT '{}',
        created_at timestamptz NOT NULL,
        CONSTRAINT requests_nonce_unique UNIQUE (key_id, nonce),
        CONSTRAINT requests_idempotency_key_unique UNIQUE (operator, idempotency_key)
      ) WITH (fillfactor = 90);
      CREATE INDEX requests_by_creation ON requests (created_at);

      CREATE TABLE operator_keys (
        id bigint PRIMARY KEY,
        name text NOT NULL,
        key_hash bytea NOT NULL CONSTRAINT operator_keys_hash_unique UNIQUE,
        scopes text[] NOT NULL,
        -- Null: all apps.
        app_id bigint REFERENCES apps (id),
        created_at timestamptz NOT NULL,
        expires_at timestamptz,
        last_used_at timestamptz,
        revoked_at timestamptz
      );

      CREATE TABLE action_logs (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at timestamptz NOT NULL,
        -- Null: an app did it.
        operator text,
        action text NOT NULL,
        app_id bigint,
        target_kind text NOT NULL,
        target_id bigint NOT NULL,
        target_code text,
        detail json NOT NULL DEFAULT '{}',
        address text,
        request_id bytea,
        -- Seals go by (transaction_id, id): below the oldest running transaction that order is
        -- final, while ids alone become visible out of order.
        transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id()
      );
      CREATE INDEX action_logs_by_target ON action_logs (target_id, id);
      CREATE INDEX action_logs_by_app ON action_logs (app_id, id);
      CREATE INDEX action_logs_by_seal_order ON action_logs (transaction_id, id);

      CREATE FUNCTION refuse_change_of_append_only_table() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'rows of % are only added', TG_TABLE_NAME
          USING ERRCODE = 'insufficient_privilege';
      END $$;
      CREATE TRIGGER action_logs_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON action_logs
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_append_only_table();
      REVOKE UPDATE, DELETE, TRUNCATE ON action_logs FROM PUBLIC, CURRENT_USER;

      CREATE TABLE log_seals (
        sequence bigint PRIMARY KEY,
        last_transaction_id xid8 NOT NULL,
        last_log_id bigint NOT NULL,
        row_count bigint NOT NULL,
        hash bytea NOT NULL,
        sealed_at timestamptz NOT NULL
      );
      CREATE TRIGGER log_seals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON log_seals
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_append_only_table();
      REVOKE UPDATE, DELETE, TRUNCATE ON log_seals FROM PUBLIC, CURRENT_USER;

      CREATE TABLE redis_epoch (
        only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
        epoch bigint NOT NULL,
        is_first boolean NOT NULL,
        run_id text NOT NULL,
        system_identifier text NOT NULL,
        timeline bigint NOT NULL,
        changed_at timestamptz NOT NULL
      );
      INSERT INTO redis_epoch (epoch, is_first, run_id, system_identifier, timeline, changed_at)
        VALUES (0, true, '', '', 0, now());

      -- What must still reach Redis or subscribers: names what changed, never the value.
      CREATE TABLE outbox (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        kind text NOT NULL,
        subject_id bigint NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        attempts integer NOT NULL DEFAULT 0,
        next_attempt_at timestamptz NOT NULL DEFAULT now()
      );
      """)
}

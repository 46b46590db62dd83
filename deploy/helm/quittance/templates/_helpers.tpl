{{- define "quittance.name" -}}
{{- printf "%s-%s" .Release.Name "quittance" | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "quittance.image" -}}
{{- $repository := required "image.repository: name the image that you built with deploy/docker/Dockerfile" .Values.image.repository -}}
{{- printf "%s:%s" $repository (default .Chart.AppVersion .Values.image.tag) -}}
{{- end -}}

{{- define "quittance.pod" -}}
{{- $secret := required "existingSecret: name the secret that holds DATABASE_URL and QUITTANCE_KEK" .root.Values.existingSecret -}}
automountServiceAccountToken: false
# To stop takes as long as the longest charge.
terminationGracePeriodSeconds: {{ add 90 .root.Values.closingSeconds }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile:
    type: RuntimeDefault
containers:
  - name: quittance
    image: {{ include "quittance.image" .root | quote }}
    imagePullPolicy: {{ .root.Values.image.pullPolicy }}
    args: [{{ .role | quote }}]
    envFrom:
      - secretRef:
          name: {{ $secret | quote }}
    env:
      # Asked for one by one: no pod starts while the secret lacks one. Without an address of a database each pod would
      # start one of its own, on a volume that is gone with the pod.
      - name: DATABASE_URL
        valueFrom:
          secretKeyRef: { name: {{ $secret | quote }}, key: DATABASE_URL, optional: false }
      - name: QUITTANCE_KEK
        valueFrom:
          secretKeyRef: { name: {{ $secret | quote }}, key: QUITTANCE_KEK, optional: false }
      - name: PUBLIC_URL
        value: {{ required "publicUrl: the address at which callers and payers reach the service" .root.Values.publicUrl | quote }}
      - name: QUITTANCE_MODE
        value: {{ .root.Values.mode | quote }}
      - name: LOG_LEVEL
        value: {{ .root.Values.logLevel | quote }}
      - name: BEHIND_PROXY
        value: "yes"
      - name: CLOSING_SECONDS
        value: {{ .root.Values.closingSeconds | quote }}
      - name: METRICS_PORT
        value: {{ .root.Values.metricsPort | quote }}
      - name: METRICS_HOST
        value: "0.0.0.0"
      {{- range $name, $value := .root.Values.settings }}
      - name: {{ $name }}
        value: {{ $value | quote }}
      {{- end }}
    ports:
      - name: metrics
        containerPort: {{ .root.Values.metricsPort }}
      {{- if eq .role "serve" }}
      - name: http
        containerPort: 8080
      {{- end }}
    # Not /readyz: a migration may take longer than any limit, and /livez answers meanwhile.
    startupProbe:
      httpGet: { path: /livez, port: metrics }
      periodSeconds: 3
      failureThreshold: 40
    livenessProbe:
      httpGet: { path: /livez, port: metrics }
      periodSeconds: 10
      timeoutSeconds: 5
      failureThreshold: 6
    readinessProbe:
      httpGet: { path: /readyz, port: metrics }
      periodSeconds: 3
      timeoutSeconds: 15
      failureThreshold: 2
    securityContext:
      allowPrivilegeEscalation: false
      readOnlyRootFilesystem: true
      capabilities:
        drop: [ALL]
    resources:
      {{- toYaml .resources | nindent 6 }}
    volumeMounts:
      - name: data
        mountPath: /var/lib/quittance
      - name: tmp
        mountPath: /tmp
volumes:
  # With a database of your own nothing here has to last, once ACH_SFTP is set.
  - name: data
    emptyDir: {}
  - name: tmp
    emptyDir:
      medium: Memory
      sizeLimit: 64Mi
{{- end -}}
